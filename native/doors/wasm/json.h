// Data as JSON has them, read from text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cornerwise {

// A value; true and false are the numbers 1 and 0.
struct Json {
    double number = 0;
    std::string text;
    std::vector<Json> items;         // of a list or a table
    std::vector<std::string> names;  // of a table's items

    // Fails with a sentence for what is no JSON.
    static Json parse(std::string_view text);

    // The item of a table; null where it has none of this name.
    const Json* find(std::string_view name) const;
    // The same, which fails with a sentence where there is none.
    const Json& operator[](std::string_view name) const;
    int whole() const { return static_cast<int>(number); }
    std::vector<int> numbers() const;
};

}  // namespace cornerwise
