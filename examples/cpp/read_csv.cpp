// Reads a table whose columns have names of their own, and shows what an error says: read_csv
// BAD_FILE

#include <cstdio>
#include <exception>
#include <fstream>

#include "gradus/gradus.hpp"

int main(int argc, char** argv) try {
    if (argc != 2) return std::fputs("usage: read_csv BAD_FILE\n", stderr), 2;
    std::ofstream("shop.csv") << "session,product,bought,price,rating,url\n"
                                 "s1,p1,1,9.5,4.1,/a\ns1,p2,0,7.0,,/b\n"
                                 "s2,p1,0,9.5,4.1,/a\ns2,p3,1,3.2,3.9,/c\ns2,p4,0,1.0,,/d\n";
    const gradus::Dataset data = gradus::read_dataset("shop.csv",
                                                      {.grade_column = "bought",
                                                       .query_column = "session",
                                                       .document_column = "product",
                                                       .ignored_columns = {"url"}});
    std::printf("%s\n", gradus::shape_text(data).c_str());
    for (std::size_t feature = 0; feature < data.features.columns(); ++feature)
        std::printf("feature %s\n", data.feature_name(feature).c_str());

    // An Error tells the place, what is wrong there and what to do.
    try {
        gradus::read_dataset(argv[1], {}, "csv");
    } catch (const gradus::Error& error) {
        std::printf("error: %s\n", error.what());
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
